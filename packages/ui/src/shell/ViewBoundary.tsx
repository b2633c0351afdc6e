import { Component, type ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** Replaces a view that threw. */
  fallback: ReactNode
  onError: (error: unknown) => void
}

/** An error boundary: shows `fallback` when a view throws, and keeps the modal usable. */
export class ViewBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }
  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }
  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
