//! The program: arguments in, exit code out.

fn main() -> std::process::ExitCode {
    chartgen::cli::run(std::env::args_os())
}
