import { type Contact, readAccount, type SendForm, type SendFormState } from '@foyer/core'
import { getProfile } from '@foyer/core/internal'
import { useEffect, useState } from 'react'
import { Avatar } from '../../avatar/Avatar.tsx'
import { useFoyerRead, useUi } from '../../context.ts'
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
  const { known, receiverAddress, receiverProfileImageUrl: picture, receiverProfileName } = state
  const { receiverText, token, warnings } = state
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
      (picture !== undefined || receiverProfileName !== undefined || warnings.length > 0) ? (
        <div className="send-person">
          {picture === undefined ? null : <Avatar address={receiverAddress} image={picture} />}
          <p className="send-found" dir="ltr">
            {receiverAddress}
          </p>
        </div>
      ) : null}
      <ReceiverWarnings symbol={token?.symbol ?? ''} warnings={warnings} />
      {offered.length > 0 ? (
        <List label={message('send.known')}>
          {offered.map(({ address, name }) => (
            <ListRow
              key={address}
              image={<ContactPicture address={address} />}
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

/** The picture of a known receiver, once the api has told it. */
function ContactPicture({ address }: { address: string }) {
  const { foyer } = useUi()
  const { chainId } = useFoyerRead(readAccount)
  const [image, setImage] = useState<string>()
  useEffect(() => {
    let isOver = false
    if (chainId)
      getProfile(foyer, { address, chainId }).then(
        (profile) => isOver || setImage(profile.image),
        (error) => foyer.log('info', 'no picture of a receiver could be read', error),
      )
    return () => {
      isOver = true
    }
  }, [foyer, address, chainId])
  return <Avatar address={address} image={image} />
}

/** The known receivers whose address or name contains what is typed. */
function matching(known: readonly Contact[], text: string): readonly Contact[] {
  const wanted = text.trim().toLowerCase()
  return known
    .filter(({ address, name = '' }) => `${address} ${name}`.toLowerCase().includes(wanted))
    .slice(0, offeredCount)
}
