//! The processors that this process may use.

pub fn allowed_cpus() -> Vec<usize> {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let mut lines = status.lines();
    let processors = lines
        .find_map(|line| line.strip_prefix("Cpus_allowed_list:"))
        .unwrap();
    let mut all = Vec::new();
    for range in processors.trim().split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        all.extend(first.parse::<usize>().unwrap()..=last.parse().unwrap());
    }
    all
}
