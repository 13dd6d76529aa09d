//! Full disks and read-only directories, mounted in a separate namespace, which needs root or user namespaces. Without either,
//! these tests are counted as ignored.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use libtest_mimic::{Arguments, Failed, Trial};

const PROGRAM: &str = env!("CARGO_BIN_EXE_bolshak");

fn main() {
    let is_allowed = mounts().is_some();
    let test = |name, test: fn()| {
        let test = move || {
            test();
            Ok::<(), Failed>(())
        };
        Trial::test(name, test).with_ignored_flag(!is_allowed)
    };
    let tests = vec![
        test(
            "a_full_disk_stops_a_run_that_goes_on_with_more_room",
            a_full_disk_stops_a_run_that_goes_on_with_more_room,
        ),
        test("a_record_on_a_full_disk_is_an_error", a_record_on_a_full_disk_is_an_error),
        test("what_cannot_be_written_can_be_read", what_cannot_be_written_can_be_read),
    ];
    libtest_mimic::run(&Arguments::from_args(), tests).exit();
}

/// An empty directory.
fn directory(name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("disks").join(name);
    if directory.exists() {
        std::fs::remove_dir_all(&directory).unwrap();
    }
    std::fs::create_dir_all(&directory).unwrap();
    directory
}

/// The tables to four pieces.
fn whole() -> &'static Path {
    static WHOLE: OnceLock<PathBuf> = OnceLock::new();
    WHOLE.get_or_init(|| {
        let whole = directory("whole");
        let made = Command::new(PROGRAM).args(["generate", "--pieces", "4", "--tables"]).arg(&whole).output().unwrap();
        assert!(made.status.success(), "{}", text(&made.stderr));
        whole
    })
}

/// The flags of `unshare` that allow mounting a disk here, if any.
fn mounts() -> Option<&'static str> {
    static FLAGS: OnceLock<Option<&str>> = OnceLock::new();
    *FLAGS.get_or_init(|| {
        let disk = directory("mounted");
        let is_allowed = |flags: &&str| {
            let mount = ["sh", "-c", "mount -t tmpfs -o size=1m tmpfs \"$0\""];
            let output = Command::new("unshare").arg(flags).args(mount).arg(&disk).output();
            output.is_ok_and(|output| output.status.success())
        };
        ["-m", "-rm"].into_iter().find(is_allowed)
    })
}

/// Runs a shell script in a separate mount namespace, with a small disk at `$disk`, the program as `$bolshak` and whole tables
/// at `$whole`.
fn with_small_disk(purpose: &str, kilobytes: u32, script: &str) -> Output {
    let script = format!("mount -t tmpfs -o size={kilobytes}k tmpfs \"$disk\"\n{script}");
    let mut command = Command::new("unshare");
    command.args([mounts().expect("the test is not ignored"), "sh", "-euc", &script]);
    command.env("disk", directory(purpose)).env("whole", whole()).env("bolshak", PROGRAM);
    command.env_remove("BOLSHAK_TABLES").env("LC_ALL", "C").output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The script succeeded, and standard error contains a text.
fn assert_went_through(output: &Output, said: &[&str]) {
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{out}\n{err}");
    said.iter().for_each(|said| assert!(err.contains(said), "{said}: {err}"));
}

fn a_full_disk_stops_a_run_that_goes_on_with_more_room() {
    for kilobytes in [200, 500, 1000] {
        // A file with a table's name is a whole table, and the final tables are the usual ones.
        let script = r#"
            if "$bolshak" generate --pieces 4 --tables "$disk"; then echo "there was room enough"; exit 1; fi
            for table in "$disk"/*.wdl "$disk"/*.dtw "$disk"/*.dtz; do
                if [ -e "$table" ]; then cmp "$table" "$whole/${table##*/}"; fi
            done
            mount -o remount,size=100m "$disk"
            "$bolshak" generate --pieces 4 --tables "$disk"
            for table in "$whole"/*.wdl "$whole"/*.dtw "$whole"/*.dtz; do cmp "$table" "$disk/${table##*/}"; done
            test ! -e "$disk/.values"
        "#;
        let output = with_small_disk(&format!("full-{kilobytes}"), kilobytes, script);
        assert_went_through(&output, &["No space left on device", "free some space"]);
    }
}

fn a_record_on_a_full_disk_is_an_error() {
    let script = r#"
        head -c 2000000 /dev/zero > "$disk/zero" || true
        if "$bolshak" verify --pieces 3 --tables "$whole" --resume "$disk/done"; then exit 1; fi
    "#;
    let output = with_small_disk("full-record", 1 << 10, script);
    assert_went_through(&output, &["cannot use the record", "No space left on device"]);
}

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
    let output = with_small_disk("read-only", 8 << 10, script);
    assert_went_through(&output, &["Read-only file system", "cannot use the record"]);
    assert!(text(&output.stdout).contains("as published"));
}
