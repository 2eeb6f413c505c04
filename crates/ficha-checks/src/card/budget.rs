//! Books whose constant entries alone are more than their budget.

use ficha_model::{Kind, Path};
use serde_json::Value;

use super::check;
use crate::input::{is_on, text_of};
use crate::{CardInput, CheckSkipped, Finding, Severity};

check!(Budget, "budget", &[Kind::Lorebook], &["constants-over-budget"]);

fn look(input: &CardInput<'_>) -> Result<Vec<Finding>, CheckSkipped> {
    let body = input.body();
    let budget = body.get("tokenBudget").and_then(Value::as_u64).and_then(|budget| usize::try_from(budget).ok());
    // A budget in percent of the context says nothing about tokens.
    let Some(budget) = budget.filter(|budget| *budget > 0 && matches!(text_of(body, "budgetMode"), "" | "token"))
    else {
        return Ok(Vec::new());
    };
    let constants = input.rows("entries").filter(|(_, entry)| {
        is_on(entry, "constant") && entry.get("enabled") != Some(&Value::Bool(false)) && !is_on(entry, "ignoreBudget")
    });
    let tokens: usize = constants.map(|(_, entry)| input.around.tokens(text_of(entry, "content"))).sum();
    if tokens <= budget {
        return Ok(Vec::new());
    }
    let place = Path::default().key("tokenBudget");
    Ok(vec![
        Finding::new(Severity::Warning, "constants-over-budget", place).with("tokens", tokens).with("budget", budget),
    ])
}
