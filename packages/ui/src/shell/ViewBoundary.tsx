import { Component, type ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** Stands in the place of what threw. */
  fallback: ReactNode
  onError: (error: unknown) => void
}

/** Keeps the modal alive when a view throws. A class, since React asks for one here. */
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
