//! The guardians of what processes contain.

/// Those of this parent that have not ended.
pub fn guardians_of(parent: i32) -> Vec<i32> {
    let is_guardian = |pid: &i32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        let Some((_, fields)) = stat.split_once("(rt-guardian) ") else {
            return false;
        };
        let mut fields = fields.split(' ');
        let has_ended = matches!(fields.next(), Some("Z" | "X"));
        !has_ended && fields.next().map(str::parse) == Some(Ok(parent))
    };
    let entries = std::fs::read_dir("/proc").unwrap();
    let numbers = entries.filter_map(|entry| entry.unwrap().file_name().to_str()?.parse().ok());
    numbers.filter(is_guardian).collect()
}
