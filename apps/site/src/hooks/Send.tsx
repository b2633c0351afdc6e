import { useSendForm } from '@foyer/ui/react'
import { Box } from './Box.tsx'

/** Sends a token; the form checks amount, receiver and fee as one types. */
export function Send() {
  const { form, state } = useSendForm()
  const { amountProblem, outcome, receiverAddress, receiverProblem, token, warnings } = state
  return (
    <Box title="Send" hooks="useSendForm" error={receiverProblem}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void form.send()
        }}
      >
        <label>
          Token to send
          <select
            value={token?.address ?? ''}
            onChange={({ target }) => form.setToken(target.value || undefined)}
          >
            {state.tokenBalances.map(({ address = '', symbol }) => (
              <option key={address} value={address}>
                {symbol}
              </option>
            ))}
          </select>
        </label>
        <label>
          Amount to send
          <input
            inputMode="decimal"
            value={state.amountText}
            onChange={({ target }) => form.setAmount(target.value)}
          />
        </label>
        <label>
          Receiver
          <input
            value={state.receiverText}
            onChange={({ target }) => form.setReceiver(target.value)}
          />
        </label>
        {amountProblem ? <p role="alert">The amount is {amountProblem}.</p> : null}
        {warnings.map(({ kind }) => (
          <p key={kind}>Receiver: {kind}</p>
        ))}
        <button
          type="submit"
          disabled={state.loading || !receiverAddress || state.sendTokenAmount === undefined}
        >
          Send it
        </button>
      </form>
      <p role="status">{outcome ? `Transfer: ${outcome.status}` : ''}</p>
    </Box>
  )
}
