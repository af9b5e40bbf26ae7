//! A child for which several tasks wait.
#![cfg(target_os = "linux")]

use rt_process::{Command, ExitStatus};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// Before Linux 6.9 there is one event for all of them.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn several_tasks_wait_for_one_child() {
    for _ in 0..100 {
        let child = Arc::new(Command::new("true").spawn_async().unwrap());
        let waits = [(); 6].map(|()| {
            let child = Arc::clone(&child);
            tokio::spawn(async move { child.wait().await.unwrap() })
        });
        for wait in waits {
            let status = timeout(Duration::from_secs(60), wait).await.unwrap().unwrap();
            assert_eq!(status, ExitStatus::Code(0));
        }
    }
}
