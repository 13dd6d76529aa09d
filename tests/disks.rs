//! Disks that fill and directories that cannot be written. They are mounted in a namespace of their own, which takes the
//! right to do so: root, or user namespaces. Where neither is to be had, these tests say so and check nothing.

mod common;

use std::process::{Command, Output};

use common::{empty_directory, four_pieces};

/// Runs a shell script in a mount namespace of its own, with a small disk at `$disk`, the program as `$bolshak` and whole
/// tables at `$whole`. `None` if that is not allowed here.
fn with_small_disk(purpose: &str, megabytes: u32, script: &str) -> Option<Output> {
    let disk = empty_directory(purpose);
    let run = |flags: &str, script: &str| {
        let mut command = Command::new("unshare");
        command.args([flags, "sh", "-euc", script]);
        command.env("disk", &disk).env("whole", four_pieces()).env("bolshak", env!("CARGO_BIN_EXE_bolshak"));
        command.env_remove("BOLSHAK_TABLES").env("LC_ALL", "C").output()
    };
    let mount = format!("mount -t tmpfs -o size={megabytes}m tmpfs \"$disk\"");
    let allowed = |flags: &&&str| run(flags, &mount).is_ok_and(|output| output.status.success());
    let Some(flags) = ["-m", "-rm"].iter().find(allowed) else {
        eprintln!("no disk can be mounted here: {purpose} is not tested");
        return None;
    };
    Some(run(flags, &format!("{mount}\n{script}")).expect("it could be run before"))
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The script went through, and standard error says something.
fn assert_went_through(output: &Output, said: &[&str]) {
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{out}\n{err}");
    said.iter().for_each(|said| assert!(err.contains(said), "{said}: {err}"));
}

#[test]
fn a_full_disk_stops_a_run_that_goes_on_with_more_room() {
    for megabytes in [1, 3, 8] {
        // Whatever stands under a table's name is whole, and in the end all is as ever.
        let script = r#"
            if "$bolshak" generate --pieces 4 --tables "$disk"; then echo "there was room enough"; exit 1; fi
            for table in "$disk"/*.wdl "$disk"/*.dtw "$disk"/*.dtz; do
                if [ -e "$table" ]; then cmp "$table" "$whole/${table##*/}"; fi
            done
            mount -o remount,size=100m "$disk"
            "$bolshak" generate --pieces 4 --tables "$disk"
            for table in "$whole"/*.wdl "$whole"/*.dtw "$whole"/*.dtz; do cmp "$table" "$disk/${table##*/}"; done
            test ! -e "$disk/.raw"
        "#;
        let Some(output) = with_small_disk(&format!("full-{megabytes}"), megabytes, script) else { return };
        assert_went_through(&output, &["No space left on device", "free some space"]);
    }
}

#[test]
fn a_record_on_a_full_disk_is_an_error() {
    let script = r#"
        head -c 2000000 /dev/zero > "$disk/zero" || true
        if "$bolshak" verify --pieces 3 --tables "$whole" --resume "$disk/done"; then exit 1; fi
    "#;
    let Some(output) = with_small_disk("full-record", 1, script) else { return };
    assert_went_through(&output, &["cannot use the record", "No space left on device"]);
}

#[test]
fn what_cannot_be_written_can_be_read() {
    let script = r#"
        cp "$whole"/K*vK.* "$whole"/KvM.* "$whole"/MMvK.* "$whole"/M*vM.* "$whole"/KMvM.* "$whole"/KKvM.* "$disk"
        mount -o remount,ro "$disk"
        "$bolshak" probe --tables "$disk" "W:WKc3,Kd6,Ke3:BKd8"
        "$bolshak" verify --pieces 3 --tables "$disk"
        "$bolshak" verify --checksums --pieces 3 --tables "$disk"
        "$bolshak" stats --tables "$disk" > "/dev/null"
        if "$bolshak" generate --pieces 4 --tables "$disk"; then exit 1; fi
        if "$bolshak" verify --pieces 2 --tables "$disk" --resume "$disk/done"; then exit 1; fi
    "#;
    let Some(output) = with_small_disk("read-only", 8, script) else { return };
    assert_went_through(&output, &["Read-only file system", "cannot use the record"]);
    assert!(text(&output.stdout).contains("as published"));
}
