import type { ReactNode } from 'react'
import type { WalletAction } from './useWalletAction.ts'

/** One thing to ask a wallet for: what, with which values, and what came of it. */
export function Ask<result>({
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
  /** What is wrong with the values, while something is. */
  hint?: string
  action: WalletAction<result>
  onAsk: () => void
  render: (result: result) => ReactNode
}) {
  const pending = action.status === 'pending'
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
          // Disabled, it would lose the focus that the wallet gives back.
          aria-disabled={pending || undefined}
          aria-busy={pending || undefined}
        >
          {pending ? 'In your wallet…' : button}
        </button>
        {children && <div className="ask-values">{children}</div>}
      </form>
      <div className="ask-result" aria-live="polite">
        {hint && <p>{hint}</p>}
        {!hint && action.status === 'failed' && <p className="ask-failed">{action.message}</p>}
        {action.status === 'done' && render(action.result)}
      </div>
    </li>
  )
}
