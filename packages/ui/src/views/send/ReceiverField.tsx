import type { Contact, SendForm, SendFormState } from '@foyer/core'
import { Avatar } from '../../avatar/Avatar.tsx'
import { useUi } from '../../context.ts'
import { shortenAddress } from '../../format/shortenAddress.ts'
import { Field } from '../../primitives/Field.tsx'
import { List, ListRow } from '../../primitives/ListRow.tsx'
import { ReceiverWarnings } from './ReceiverWarnings.tsx'
import { useSendWords } from './sendWords.ts'

/** Receivers that are offered at once. */
const offeredCount = 3

/** The receiver as typed or pasted, those of before, and what is unusual about it. */
export function ReceiverField({
  error,
  form,
  state,
}: {
  error: string | undefined
  form: SendForm
  state: SendFormState
}) {
  const { foyer, notices } = useUi()
  const message = useSendWords()
  const { known, receiverAddress, receiverProfileName, receiverText, warnings } = state
  const offered = receiverAddress === undefined ? matching(known, receiverText) : []
  const paste = async () => {
    try {
      form.setReceiver((await navigator.clipboard.readText()).trim())
    } catch (thrown) {
      foyer.log('info', 'the clipboard refused', thrown)
      notices.show({ tone: 'error', text: message('send.pasteFailed') })
    }
  }
  const isChecking = state.loading && receiverText !== '' && receiverAddress === undefined && !error
  return (
    <div className="send-receiver">
      <Field
        label={message('send.to')}
        placeholder={message('send.toHint')}
        dir="ltr"
        maxLength={255}
        value={receiverText}
        error={error}
        hint={isChecking ? message('send.checking') : undefined}
        onChange={(event) => form.setReceiver(event.target.value)}
        trailing={
          receiverText === '' ? (
            <button type="button" className="send-paste" onClick={() => void paste()}>
              {message('send.paste')}
            </button>
          ) : undefined
        }
      />
      {receiverAddress !== undefined &&
      (receiverProfileName !== undefined || warnings.length > 0) ? (
        <p className="send-found" dir="ltr">
          {receiverAddress}
        </p>
      ) : null}
      <ReceiverWarnings state={state} />
      {offered.length > 0 ? (
        <List label={message('send.known')}>
          {offered.map(({ address, name }) => (
            <ListRow
              key={address}
              image={<Avatar address={address} image={undefined} />}
              title={name ?? <bdi>{shortenAddress(address)}</bdi>}
              subtitle={name === undefined ? undefined : <bdi>{shortenAddress(address)}</bdi>}
              onClick={() => form.setReceiver(address)}
            />
          ))}
        </List>
      ) : null}
    </div>
  )
}

/** The known receivers whose address or name contains what is typed. */
function matching(known: readonly Contact[], text: string): readonly Contact[] {
  const wanted = text.trim().toLowerCase()
  return known
    .filter(({ address, name = '' }) => `${address} ${name}`.toLowerCase().includes(wanted))
    .slice(0, offeredCount)
}
