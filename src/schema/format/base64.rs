//! Base64 as Kubernetes takes it in a Secret's `data`: the standard alphabet with padding, line
//! breaks allowed (RFC 4648, section 4). The words never quote the text, which may be secret.

use super::Wrong;

const WANTED: &str = "base64";
const HELP: &str = "encode the text with `printf %s TEXT | base64 -w0`";

pub(super) fn check(text: &str) -> Result<(), Wrong> {
    let characters = || text.chars().filter(|character| !matches!(character, '\r' | '\n'));
    let standard =
        |character: char| character.is_ascii_alphanumeric() || matches!(character, '+' | '/' | '=');
    if let Some(foreign) = characters().find(|character| !standard(*character)) {
        let reason = match foreign {
            '-' | '_' => "it is written in the alphabet for URLs (`-` and `_`)".to_string(),
            ' ' | '\t' => "it holds blanks".to_string(),
            _ => "it holds characters that base64 does not have".to_string(),
        };
        return Err(Wrong::new(WANTED, reason).help(HELP));
    }
    let count = characters().count();
    let padding = characters().rev().take_while(|character| *character == '=').count();
    if characters().take(count - padding).any(|character| character == '=') {
        return Err(Wrong::new(WANTED, "`=` stands before its end").help(HELP));
    }
    if count % 4 != 0 || padding > 2 {
        let reason = format!(
            "its length of {count} characters is no multiple of 4, so it is cut off or lacks its `=`"
        );
        return Err(Wrong::new(WANTED, reason).help(HELP));
    }
    Ok(())
}
