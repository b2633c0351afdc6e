import type { MutationState } from '@foyer/ui/react'
import type { ReactNode } from 'react'
import { failureMessage } from './failureMessage.ts'

/** A form for one wallet request and its result. */
export function Ask<data, variables>({
  action,
  button,
  children,
  disabled = false,
  hint = '',
  onAsk,
  render,
  title,
}: {
  title: string
  button: string
  children?: ReactNode
  disabled?: boolean
  /** Describes the invalid value, if there is one. */
  hint?: string
  action: MutationState<data, variables>
  onAsk: () => void
  render: (data: data, variables: variables) => ReactNode
}) {
  const pending = action.isPending
  return (
    <li className="ask">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!pending) onAsk()
        }}
      >
        <h3>{title}</h3>
        <button
          type="submit"
          className="button"
          disabled={disabled && !pending}
          // A disabled button would lose the focus that returns from the wallet.
          aria-disabled={pending || undefined}
          aria-busy={pending || undefined}
        >
          {pending ? 'Check your wallet…' : button}
        </button>
        {children && <div className="ask-values">{children}</div>}
      </form>
      <div className="ask-result" aria-live="polite">
        {hint && <p>{hint}</p>}
        {!hint && action.isError && <p className="ask-failed">{failureMessage(action.error)}</p>}
        {action.isSuccess && render(action.data, action.variables)}
      </div>
    </li>
  )
}
