import { LineIcon } from '../../primitives/Icon.tsx'

/** A code to scan. */
export function CodeIcon() {
  return <LineIcon path="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2z" />
}
