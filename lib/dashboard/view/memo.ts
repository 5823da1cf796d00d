import { Component, h, type ComponentChild, type FunctionComponent } from 'preact';

/** A component that renders again only when one of its properties is another value. */
export function memo<Props extends object>(render: (props: Props) => ComponentChild): FunctionComponent<Props> {
  class Memo extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      return Object.entries(next).some(([name, value]) => value !== (this.props as Record<string, unknown>)[name]);
    }

    render(): ComponentChild {
      return render(this.props);
    }
  }
  return (props) => h(Memo, props);
}
