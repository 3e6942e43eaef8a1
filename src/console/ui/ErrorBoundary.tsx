/** Keeps a failing part from taking the page with it. Another address is another try. */
import { Component, type ErrorInfo, type ReactNode } from 'react'

interface Props {
  /** What is shown instead. */
  fallback: (error: Error, reset: () => void) => ReactNode
  /** A change of it clears the failure. */
  resetKey?: string
  children: ReactNode
}

export class ErrorBoundary extends Component<Props, { error?: Error }> {
  override state: { error?: Error } = {}

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override componentDidUpdate(before: Props) {
    if (this.state.error && before.resetKey !== this.props.resetKey) this.reset()
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(error, info.componentStack)
  }

  reset = () => this.setState({ error: undefined })

  override render() {
    const { error } = this.state
    return error ? this.props.fallback(error, this.reset) : this.props.children
  }
}
