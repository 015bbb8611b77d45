//! The boilerplate of a value type that only functions of its own handle.

/// Makes `$value` (a tuple struct that is `Clone`, `Debug` and `PartialEq`) a CEL type named
/// `$name`.
macro_rules! opaque {
    ($value:ident, $type:ident, $name:literal) => {
        static $type: cel::common::types::Type =
            cel::common::types::Type::new_unspecified_type($name);

        impl cel::common::value::Val for $value {
            fn get_type(&self) -> &cel::common::types::Type {
                &$type
            }

            fn cel_type() -> &'static cel::common::types::Type {
                &$type
            }

            fn equals(&self, other: &dyn cel::common::value::Val) -> bool {
                other.downcast_ref::<Self>().is_some_and(|other| other == self)
            }

            fn clone_as_boxed<'v>(&self) -> Box<dyn cel::common::value::Val + 'v> {
                Box::new(self.clone())
            }

            fn as_any(&self) -> Option<&dyn std::any::Any> {
                Some(self)
            }
        }

        impl cel::common::value::StaticVal for $value {}
    };
}

pub(super) use opaque;
