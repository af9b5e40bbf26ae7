//! Which descriptors this process has open.

/// The numbers of the descriptors that are open, and what each stands for, but for the one that
/// reads the list.
pub fn open_descriptors() -> Vec<(i32, String)> {
    let entries = std::fs::read_dir("/proc/self/fd").unwrap();
    let mut open: Vec<_> = entries
        .filter_map(|entry| {
            let entry = entry.unwrap();
            // The directory that is being read is not there any more.
            let what = std::fs::read_link(entry.path()).ok()?;
            let number = entry.file_name().to_str()?.parse().ok()?;
            (!what.ends_with("fd")).then(|| (number, what.display().to_string()))
        })
        .collect();
    open.sort();
    open
}
