//! Differences between systems: names of files, and stopping a run.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

use crate::common::empty_directory;

fn bolshak() -> Command {
    Command::new(env!("CARGO_BIN_EXE_bolshak"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn made(pieces: &str, tables: &Path) -> Output {
    let output = bolshak().args(["generate", "--pieces", pieces, "--tables"]).arg(tables).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    output
}

/// A directory whose name has no Latin letters: made, probed, proved, and named in messages.
#[test]
fn names_of_files_have_any_letters() {
    let tables = empty_directory("systems").join("таблицы шашек");
    made("3", &tables);
    let asked = |fen: &str| bolshak().args(["probe", fen, "--tables"]).arg(&tables).output().unwrap();
    let answer = asked("W:WKc3:BKd8");
    assert!(answer.status.success(), "{}", text(&answer.stderr));
    let missing = asked("W:WKa1,Kc1,Ke1:BKf8");
    assert!(!missing.status.success() && text(&missing.stderr).contains("таблицы шашек"), "{}", text(&missing.stderr));
    let proved = bolshak().args(["verify", "--pieces", "3", "--tables"]).arg(&tables).output().unwrap();
    assert!(proved.status.success(), "{}", text(&proved.stderr));
    let read = bolshak().args(["probe", "позиция.txt", "--tables"]).arg(&tables).output().unwrap();
    assert!(text(&read.stderr).contains("позиция.txt"), "{}", text(&read.stderr));
}

/// Ctrl-Break, the only signal that a Windows process can send to another: the same as Ctrl-C to the program.
#[test]
#[cfg_attr(not(windows), ignore = "needs Windows")]
fn ctrl_break_stops_a_run_in_good_order() {
    let tables = empty_directory("ctrl-break");
    let mut command = bolshak();
    command.args(["generate", "--pieces", "5", "--threads", "1", "--tables"]).arg(&tables);
    let mut run = own_group(&mut command).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    // It listens before it writes its first line.
    let mut stderr = BufReader::new(run.stderr.take().unwrap());
    let mut line = String::new();
    stderr.read_line(&mut line).unwrap();
    send_break(&run);
    assert_eq!(run.wait().unwrap().code(), Some(130));
    // Its locks are released, and the same command goes on.
    made("3", &tables);
}

/// Lets a command receive Ctrl-Break alone. This needs a console.
fn own_group(command: &mut Command) -> &mut Command {
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt;

        use windows_sys::Win32::System::Console::AllocConsole;
        use windows_sys::Win32::System::Threading::CREATE_NEW_PROCESS_GROUP;
        // SAFETY: the call takes nothing. It fails where there is a console.
        #[allow(unsafe_code)]
        unsafe {
            AllocConsole();
        }
        command.creation_flags(CREATE_NEW_PROCESS_GROUP);
    }
    command
}

/// Sends Ctrl-Break to a program in a group of its own.
fn send_break(_run: &Child) {
    #[cfg(windows)]
    {
        use windows_sys::Win32::System::Console::{CTRL_BREAK_EVENT, GenerateConsoleCtrlEvent};
        // SAFETY: the call takes two numbers.
        #[allow(unsafe_code)]
        let sent = unsafe { GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, _run.id()) };
        assert!(sent != 0, "{}", std::io::Error::last_os_error());
    }
}
