// A net under each place: when drawing it fails, the rest of the window goes on and the text stays in its draft.
import { Component, type ReactNode } from "react";
import { Button, EmptyState } from "../kit";
import { messages } from "../messages";

interface State { fault: Error | null }

export class Fault extends Component<{ children: ReactNode }, State> {
  override state: State = { fault: null };
  static getDerivedStateFromError(fault: Error): State {
    return { fault };
  }
  override render(): ReactNode {
    const { fault } = this.state;
    if (fault === null) return this.props.children;
    const { say } = messages();
    return (
      <EmptyState title={say("fault.title")} hint={say("fault.hint", { message: fault.message })}>
        <Button look="line" onPress={() => this.setState({ fault: null })}>{say("fault.reload")}</Button>
      </EmptyState>
    );
  }
}
