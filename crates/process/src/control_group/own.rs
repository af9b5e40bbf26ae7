//! Where the control group of this process is.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;

/// The directory of this process's group in the hierarchy of version 2 (`cgroups(7)`); `None` where
/// that is not mounted, or the group is outside of what is.
pub(super) fn directory() -> Option<PathBuf> {
    let group = fs::read("/proc/self/cgroup").ok()?;
    let mounts = fs::read("/proc/self/mountinfo").ok()?;
    locate(&group, &mounts)
}

fn locate(group: &[u8], mounts: &[u8]) -> Option<PathBuf> {
    let group = lines(group).find_map(|line| line.strip_prefix(b"0::"))?;
    // What is mounted later may lie over what was before.
    let place = lines(mounts).filter_map(|line| place_in(line, group)).last()?;
    Some(PathBuf::from(OsString::from_vec(place)))
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|&byte| byte == b'\n')
}

/// Where the group is below the mount that this line of `mountinfo` describes: identifiers, device,
/// root, mount point, options and optional fields, `-`, type.
fn place_in(line: &[u8], group: &[u8]) -> Option<Vec<u8>> {
    let mut fields = line.split(|&byte| byte == b' ').skip(3);
    let root = unescaped(fields.next()?);
    let mut place = unescaped(fields.next()?);
    if fields.skip_while(|field| *field != b"-").nth(1)? != b"cgroup2" {
        return None;
    }
    // `/..` is outside of the namespace, and is the root of no such path.
    let root: &[u8] = if root == b"/" { b"" } else { &root };
    let rest = group.strip_prefix(root)?;
    if !(rest.is_empty() || rest.starts_with(b"/")) || rest.starts_with(b"/..") {
        return None;
    }
    place.extend_from_slice(rest.strip_suffix(b"/").unwrap_or(rest));
    Some(place)
}

/// Blanks and the like are written as three octal digits behind a backslash.
fn unescaped(field: &[u8]) -> Vec<u8> {
    let mut plain = Vec::with_capacity(field.len());
    let mut rest = field;
    while let Some((&first, behind)) = rest.split_first() {
        let digits = (first == b'\\').then(|| behind.get(..3)).flatten();
        let code = digits
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .and_then(|digits| u8::from_str_radix(digits, 8).ok());
        plain.push(code.unwrap_or(first));
        rest = if code.is_some() { &behind[3..] } else { behind };
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::locate;
    use std::path::PathBuf;

    #[test]
    fn the_group_is_found_below_its_mount() {
        let here = |group: &str, mounts: &str| locate(group.as_bytes(), mounts.as_bytes());
        let found = |path: &str| Some(PathBuf::from(path));
        let mount = |root: &str, point: &str| {
            format!("41 31 0:38 {root} {point} rw,relatime shared:9 - cgroup2 cgroup2 rw\n")
        };
        let whole = mount("/", "/sys/fs/cgroup");
        assert_eq!(here("0::/a/b\n", &whole), found("/sys/fs/cgroup/a/b"));
        assert_eq!(here("9:name=systemd:/\n0::/\n", &whole), found("/sys/fs/cgroup"));
        // Outside of the cgroup namespace.
        assert_eq!(here("0::/../b\n", &whole), None);
        assert_eq!(here("0::/..\n", &whole), None);
        // A part of the hierarchy is mounted.
        let part = mount("/a", "/mnt/my\\040groups");
        assert_eq!(here("0::/a/b\n", &part), found("/mnt/my groups/b"));
        assert_eq!(here("0::/a\n", &part), found("/mnt/my groups"));
        assert_eq!(here("0::/ab\n", &part), None);
        assert_eq!(here("0::/a\n", &mount("/../..", "/mnt")), None);
        // Other hierarchies, and none.
        let first = "31 23 0:28 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n";
        assert_eq!(here("4:cpu:/\n", first), None);
        assert_eq!(here("4:cpu:/\n0::/\n", first), None);
        assert_eq!(here("0::/\n", &(whole + &mount("/", "/later"))), found("/later"));
        assert_eq!(here("0::/\n", "41 31"), None);
    }
}
