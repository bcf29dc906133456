use crate::schedule;
use crate::tiny::{Tiny, lock_order_deadlock};
use raddle_search::replay::replay;
use raddle_search::{Guest, Options, Status, explore};
use std::ops::ControlFlow;

#[test]
fn a_found_schedule_leads_to_the_finding() {
    let program = lock_order_deadlock();
    let found = explore(Tiny::maker(&program), &Options::default(), &()).found.remove(0);
    let mut guest = Tiny::new(&program);
    let mut steps = 0;
    replay(&mut guest, &found.schedule, |_, step, _, status| {
        assert_eq!(step, steps);
        assert_eq!(status, Status::Running);
        steps += 1;
        ControlFlow::Continue(())
    })
    .unwrap();
    assert_eq!(steps, found.schedule.choices.len());
    assert_eq!(guest.stuck(), Some(found.finding));
}

#[test]
fn a_choice_that_is_not_possible_is_named() {
    let mut guest = Tiny::new(&lock_order_deadlock());
    let error = replay(&mut guest, &schedule("0x2 1 0"), |_, _, _, _| ControlFlow::Continue(())).unwrap_err();
    assert_eq!(error.to_string(), "step 3 of the schedule chooses 1, which is not possible there; possible is 0");
}

#[test]
fn a_schedule_that_goes_on_after_the_end_is_an_error() {
    let mut guest = Tiny::new(&lock_order_deadlock());
    let error = replay(&mut guest, &schedule("0 1 1.2"), |_, _, _, _| ControlFlow::Continue(())).unwrap_err();
    assert_eq!(error.to_string(), "step 3 of the schedule chooses 1.2, which is not possible there; nothing is");
}

#[test]
fn a_replay_can_be_broken_off() {
    let mut guest = Tiny::new(&lock_order_deadlock());
    let before_last =
        |_: &mut Tiny, step, _, _| if step == 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    replay(&mut guest, &schedule("0x2 17"), before_last).unwrap();
}
