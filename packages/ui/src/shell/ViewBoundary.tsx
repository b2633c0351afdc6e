import { Component, type ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** Replaces a view that threw. */
  fallback: ReactNode
  onError: (error: unknown) => void
}

/** Keeps the modal alive when a view throws. A class, as React requires. */
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
