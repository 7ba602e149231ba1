/** The policies of every organisation that has not put others in their place. */
export const shippedPolicyName = 'default';

export const shippedPolicies = `// What may be called before anybody has written policies. It comes after the stages, grants and
// visibility of the registry, and never lets anybody call what those refuse.

// Tools that only read are allowed.
@id("read-only")
@reason("it only reads")
permit (principal, action == Action::"call", resource)
when { context.readOnly };

// Members of a tool's namespace, and callers with a grant, may call what is not declared destructive.
// An endorsement counts as a grant.
@id("members-and-granted")
@reason("the caller owns it, or it is granted or endorsed")
permit (principal, action == Action::"call", resource)
when { !context.destructive && (context.owned || context.granted || context.endorsed) };

// Strangers may call what is declared not to destroy anything.
@id("declared-harmless")
@reason("it declares that it destroys nothing")
permit (principal, action == Action::"call", resource)
when { context.declared && !context.destructive };

// The rest may be called where a person approves.
@id("with-approval")
@reason("with a person's approval, where that is asked for")
permit (principal, action == Action::"call", resource)
when { context.destructive || !context.declared };

// What is declared destructive needs approval, unless a grant names that very tool.
@id("destructive")
@decision("require_approval")
@reason("it is declared destructive and no grant names it")
forbid (principal, action == Action::"call", resource)
when { context.destructive && !context.grantedByName };

// A stranger's call to a tool that does not say what it does needs approval.
@id("undeclared")
@decision("require_approval")
@reason("it does not say whether it only reads or destroys, and is neither the caller's own, granted nor endorsed")
forbid (principal, action == Action::"call", resource)
when { !context.declared && !(context.owned || context.granted || context.endorsed) };

// What a shipped tool pushes leaves the installation: each push needs approval.
@id("push")
@decision("require_approval")
@reason("it pushes to a repository host")
forbid (principal, action == Action::"call", resource == Tool::"assay/git.push");

// A deletion needs approval, unless the caller sets requireConfirmation to false.
@id("delete")
@decision("require_approval")
@reason("it deletes files, and requireConfirmation is not false")
forbid (principal, action == Action::"call", resource == Tool::"assay/files.delete")
unless { context.arguments has requireConfirmation && context.arguments.requireConfirmation == false };

// What the shipped database tools change is somebody's data: each change of rows needs approval.
@id("rows")
@decision("require_approval")
@reason("it changes rows of a database")
forbid (principal, action == Action::"call", resource)
when { resource in [Tool::"assay/database.insert", Tool::"assay/database.update", Tool::"assay/database.delete"] };

// Messages that leave the organisation or reach many people need approval of their exact text, unless the allow-list of
// the shipped communication tools has every recipient. The kit refuses a call that states a milder audience than it has.
@id("messages")
@decision("require_approval")
@reason("the message goes outside of the organisation, or to many people")
forbid (principal, action == Action::"call", resource)
when {
  resource in [
    Tool::"assay/communication.send", Tool::"assay/communication.post", Tool::"assay/communication.ticket_create",
    Tool::"assay/communication.ticket_comment", Tool::"assay/communication.ticket_assign",
    Tool::"assay/communication.ticket_close", Tool::"assay/communication.notify"
  ] &&
  !(context.arguments has audience && ["internal", "allowed"].contains(context.arguments.audience))
};

// A pipeline runs code elsewhere: each start needs approval.
@id("pipelines")
@decision("require_approval")
@reason("it starts a pipeline")
forbid (principal, action == Action::"call", resource == Tool::"assay/communication.pipeline_run");

// Personal data that is meant to leave the organisation needs approval.
@id("personal-messages")
@decision("require_approval")
@reason("it sends personal data outside of the organisation")
forbid (principal, action == Action::"call", resource == Tool::"assay/communication.send")
when {
  context.arguments has personalData && context.arguments.personalData == "intended" &&
  !(context.arguments has audience && context.arguments.audience == "internal")
};

// What the shipped browser sends or confirms on a page cannot be taken back: each submission needs approval.
@id("submit")
@decision("require_approval")
@reason("it sends data to a web page or confirms what the page asks")
forbid (principal, action == Action::"call", resource)
when {
  resource in [
    Tool::"assay/browser.click", Tool::"assay/browser.press", Tool::"assay/browser.type", Tool::"assay/browser.fill",
    Tool::"assay/browser.select", Tool::"assay/browser.drag", Tool::"assay/browser.upload",
    Tool::"assay/browser.download", Tool::"assay/browser.hover", Tool::"assay/browser.scroll"
  ]
  && context.arguments has effect && context.arguments.effect == "submit"
};

// A script can do whatever its page can.
@id("script")
@decision("require_approval")
@reason("it runs a script in a web page")
forbid (principal, action == Action::"call", resource == Tool::"assay/browser.script");
`;
