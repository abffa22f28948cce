//! The lines of a table about proposed pairs.

use crate::numbers::{counted, length, thousands};
use allide::Proposals;
use allide_io::report::Answers;

/// `proposed 14 object pairs: 9 share volume, 5 dropped (3 apart, 2 only touch)`, if a method proposed any or none.
pub fn told(answers: &Answers) -> Option<String> {
    let Proposals { confirmed, apart, touch, not_closed, with_itself, .. } = *of(answers)?;
    let count = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
    let reasons = [(apart, "apart"), (touch, "only touch"), (not_closed, "not closed")];
    let reasons = reasons.into_iter().filter(|(number, _)| *number > 0);
    let reasons: Vec<String> =
        reasons.map(|(number, reason)| format!("{} {reason}", thousands(count(number)))).collect();
    let dropped = apart + touch + not_closed;
    let mut text = format!("proposed {}", counted(count(confirmed + dropped), "object pair"));
    if confirmed + dropped > 0 {
        let share = if confirmed == 1 { "shares" } else { "share" };
        text += &format!(": {} {share} volume", thousands(count(confirmed)));
    }
    if dropped > 0 {
        text += &format!(", {} dropped ({})", thousands(count(dropped)), reasons.join(", "));
    }
    if with_itself > 0 {
        text += &format!("; {} seen inside itself", counted(count(with_itself), "object"));
    }
    Some(text)
}

/// The warning about pairs that were not proposed.
pub fn hint(answers: &Answers) -> Option<String> {
    let proposals = of(answers)?;
    let unit = answers.unit.map_or_else(String::new, |unit| format!(" {}", unit.plural()));
    Some(match proposals.precision {
        Some(precision) => {
            let wide = length(precision);
            format!("sampled: misses no closed objects that share a ball {wide}{unit} wide; --method auto is exact")
        }
        None => "sampled: may miss what no ray shows; --method auto is exact".to_owned(),
    })
}

fn of(answers: &Answers) -> Option<&Proposals> {
    answers.overlaps.as_ref()?.run.stats.proposals.as_ref()
}
