//! Tests of the queue.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::{DESCRIPTORS_PER_WRITE, Queue};

fn next(queue: &Queue<u32>) -> Option<(Vec<u8>, Vec<u32>)> {
    queue.next_write().map(|write| {
        let bytes = write.slices.iter().flat_map(|slice| slice.to_vec()).collect();
        (bytes, write.descriptors.to_vec())
    })
}

#[test]
fn whole_frames_leave_together_while_they_are_short() {
    let mut queue = Queue::default();
    queue.write_whole_frames();
    let lengths = [14_000, 2_000, 70_000, 1_000, 40_000, 3];
    for length in lengths {
        queue
            .append(length, |bytes| {
                bytes.resize(bytes.len() + length, 7);
                Ok::<(), ()>(())
            })
            .unwrap();
    }
    queue.push(b"efg".to_vec(), vec![7]).unwrap();
    let length = |queue: &Queue<u32>| next(queue).map(|(bytes, _)| bytes.len());
    assert_eq!(length(&queue), Some(16_000));
    assert_eq!(queue.written(10_000), 0);
    assert_eq!(length(&queue), Some(6_000));
    assert_eq!(queue.written(6_000), 2);
    // One that is longer leaves as a whole, by itself.
    assert_eq!(length(&queue), Some(70_000));
    assert_eq!(queue.written(69_000), 0);
    assert_eq!(length(&queue), Some(2_000));
    assert_eq!(queue.written(2_000), 2);
    assert_eq!(length(&queue), Some(40_000));
    assert_eq!(queue.written(40_000), 1);
    assert_eq!(next(&queue), Some((vec![7; 3], vec![])));
    assert_eq!(queue.written(3), 1);
    assert_eq!(next(&queue), Some((b"efg".to_vec(), vec![7])));
    // As before, when a channel has failed.
    assert_eq!(queue.clear(), 1);
    queue.push(vec![0; 16_000], vec![]).unwrap();
    queue.push(vec![0; 16_000], vec![]).unwrap();
    assert_eq!(length(&queue), Some(16_000));
}

#[test]
fn frames_leave_together_up_to_the_one_with_descriptors() {
    let mut queue = Queue::default();
    queue.push(b"ab".to_vec(), vec![]).unwrap();
    queue.push(b"cd".to_vec(), vec![]).unwrap();
    queue.push(b"ef".to_vec(), vec![7, 8]).unwrap();
    queue.push(b"gh".to_vec(), vec![]).unwrap();
    assert_eq!(next(&queue), Some((b"abcd".to_vec(), vec![])));
    assert_eq!(queue.written(4), 2);
    assert_eq!(next(&queue), Some((b"ef".to_vec(), vec![7, 8])));
    assert_eq!(queue.written(1), 0);
    assert_eq!(next(&queue), Some((b"fgh".to_vec(), vec![])));
    assert_eq!((queue.bytes(), queue.len()), (3, 2));
    assert_eq!(queue.written(3), 2);
    assert_eq!(next(&queue), None);
    assert!(queue.is_empty());
}

#[test]
fn frames_that_share_a_chunk_complete_one_by_one() {
    let mut queue = Queue::<u32>::default();
    let append = |queue: &mut Queue<u32>, frame: &[u8]| {
        queue.append(frame.len(), |bytes| {
            bytes.extend_from_slice(frame);
            if frame == b"bad" { Err(()) } else { Ok(()) }
        })
    };
    assert_eq!(append(&mut queue, b"bad"), Err(()));
    assert_eq!((queue.len(), queue.bytes(), next(&queue)), (0, 0, None));
    append(&mut queue, b"abc").unwrap();
    append(&mut queue, b"de").unwrap();
    assert_eq!(append(&mut queue, b"bad"), Err(()));
    append(&mut queue, b"f").unwrap();
    assert_eq!(queue.next_write().unwrap().slices.len(), 1);
    assert_eq!(next(&queue), Some((b"abcdef".to_vec(), vec![])));
    assert_eq!(queue.written(2), 0);
    assert_eq!(queue.written(1), 1);
    assert_eq!((queue.len(), next(&queue)), (2, Some((b"def".to_vec(), vec![]))));
    append(&mut queue, b"gh").unwrap();
    assert_eq!(queue.written(5), 3);
    assert!(queue.is_empty());
    queue.push(b"i".to_vec(), vec![7]).unwrap();
    append(&mut queue, b"j").unwrap();
    assert_eq!(next(&queue), Some((b"i".to_vec(), vec![7])));
    assert_eq!(queue.written(1), 1);
    assert_eq!(next(&queue), Some((b"j".to_vec(), vec![])));
}

#[test]
fn a_panic_leaves_no_part_of_a_frame() {
    let mut queue = Queue::<u32>::default();
    let panics = |queue: &mut Queue<u32>| {
        let appended = catch_unwind(AssertUnwindSafe(|| {
            queue.append(100, |bytes| -> Result<(), ()> {
                bytes.extend_from_slice(b"{\"half");
                // Without a message on the screen.
                resume_unwind(Box::new(()));
            })
        }));
        assert!(appended.is_err());
    };
    panics(&mut queue);
    assert_eq!((queue.len(), queue.bytes(), next(&queue)), (0, 0, None));
    let append = |queue: &mut Queue<u32>| {
        queue.append(4, |bytes| {
            bytes.extend_from_slice(b"1\n");
            Ok::<(), ()>(())
        })
    };
    append(&mut queue).unwrap();
    panics(&mut queue);
    append(&mut queue).unwrap();
    assert_eq!(
        (queue.len(), next(&queue)),
        (2, Some((b"1\n1\n".to_vec(), vec![])))
    );
    assert_eq!(queue.written(4), 2);
    assert!(queue.is_empty());
}

#[test]
fn what_is_removed_of_other_frames_still_counts() {
    for outcome in [Ok(()), Err(())] {
        let mut queue = Queue::<u32>::default();
        let clears = queue.append(3, |bytes| {
            bytes.clear();
            outcome
        });
        assert_eq!(clears, outcome);
        assert_eq!((queue.len(), next(&queue)), (0, None));
        queue.push(b"ab".to_vec(), vec![]).unwrap();
        for frame in [b"cde", b"fgh"] {
            queue
                .append(3, |bytes| {
                    bytes.extend_from_slice(frame);
                    Ok::<(), ()>(())
                })
                .unwrap();
        }
        queue.written(3);
        let removes = queue.append(3, |bytes| {
            bytes.truncate(bytes.len() - 1);
            outcome
        });
        assert_eq!(removes, outcome);
        let replaces = queue.append(3, |bytes| {
            *bytes = b"c".to_vec();
            outcome
        });
        assert_eq!(replaces, outcome);
        assert_eq!((queue.len(), queue.bytes()), (2, 5));
        assert_eq!(next(&queue), Some((b"\0\0\0\0\0".to_vec(), vec![])));
        assert_eq!(queue.written(5), 2);
        assert!(queue.is_empty());
    }
}

#[test]
fn nothing_written_keeps_the_descriptors() {
    let mut queue = Queue::default();
    queue.push(b"a".to_vec(), vec![7]).unwrap();
    assert_eq!(queue.written(0), 0);
    assert_eq!(next(&queue), Some((b"a".to_vec(), vec![7])));
}

#[test]
fn limits_and_clearing() {
    let mut queue = Queue::default();
    let count = DESCRIPTORS_PER_WRITE + 1;
    assert_eq!(
        queue.push(b"a".to_vec(), vec![0; count]).unwrap_err().count,
        count
    );
    queue.push(Vec::new(), vec![1]).unwrap();
    assert!(queue.is_empty());
    queue.push(b"ab".to_vec(), vec![1]).unwrap();
    queue.push(b"c".to_vec(), vec![]).unwrap();
    queue.written(1);
    assert_eq!(queue.clear(), 2);
    queue.push(b"d".to_vec(), vec![]).unwrap();
    assert_eq!(next(&queue), Some((b"d".to_vec(), vec![])));
}
