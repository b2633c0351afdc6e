import { registerName } from '@foyer/core'
import type { FoyerError } from '@foyer/protocol'
import { isAccountLabel } from '@foyer/protocol/api'
import { type FormEvent, useState } from 'react'
import { useMessage, useUi } from '../../context.ts'
import { isolate } from '../../format/isolate.ts'
import type { enNames } from '../../i18n/enNames.ts'
import { Badge } from '../../primitives/Badge.tsx'
import { Button } from '../../primitives/Button.tsx'
import { EmptyState } from '../../primitives/EmptyState.tsx'
import { Field } from '../../primitives/Field.tsx'
import { Icon } from '../../primitives/Icon.tsx'
import { List, ListRow } from '../../primitives/ListRow.tsx'
import { Notice } from '../../primitives/Notice.tsx'
import { useMutation } from '../../useMutation.ts'
import { useStepFocus } from '../../useStepFocus.ts'
import { useStyles } from '../../useStyles.ts'
import { useActiveAccount } from '../account/useActiveAccount.ts'
import { NameWords, useNameWords } from './nameWords.ts'
import css from './RegisterNameView.css?inline'
import { useSuggestions } from './useSuggestions.ts'

/** Registers a name for the account: choose it, sign, done. @source spec 2.12, 5.16 */
export function RegisterNameView() {
  useStyles(css)
  return (
    <NameWords>
      <RegisterName />
    </NameWords>
  )
}

/** Longest text that can be typed, a character more than a name may have. */
const maxTyped = 64

function RegisterName() {
  const { foyer } = useUi()
  const say = useMessage()
  const message = useNameWords()
  const { connectedWalletInfo } = useActiveAccount()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string>()
  const [isLeft, setLeft] = useState(false)
  const label = typed.trim().toLowerCase()
  const isUsable = isAccountLabel(label)
  const { error: searchError, retry, suggestions } = useSuggestions(label)
  const { data, error, mutate, reset, status } = useMutation((name: string, signal) =>
    registerName(foyer, { name, signal }),
  )
  const wanted = suggestions?.[0]?.registered === false ? suggestions[0].name : undefined
  const name = suggestions?.some((one) => one.name === chosen) ? chosen : wanted
  const pending = status === 'pending'
  const type = (text: string) => {
    setTyped(text)
    setChosen(undefined)
    reset()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setLeft(true)
    if (name !== undefined && !pending) mutate(name)
  }
  if (data) return <Registered name={data.name} />
  if (searchError && statusOf(searchError) === 404)
    return <EmptyState title={message('names.none')} />
  return (
    <form className="names" noValidate onSubmit={submit}>
      <Field
        label={message('names.field')}
        hint={message('names.hint')}
        error={isLeft && typed !== '' && !isUsable ? message('names.invalid') : undefined}
        dir="ltr"
        value={typed}
        maxLength={maxTyped}
        disabled={pending}
        onBlur={() => setLeft(true)}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      {searchError ? (
        <EmptyState
          role="alert"
          title={message('names.searchFailed')}
          action={
            <Button variant="secondary" onClick={retry}>
              {say('modal.retry')}
            </Button>
          }
        />
      ) : suggestions?.length ? (
        <List label={message('names.list')}>
          {suggestions.map((one) => (
            <ListRow
              key={one.name}
              title={<bdi dir="ltr">{one.name}</bdi>}
              trailing={<Badge>{message(one.registered ? 'names.taken' : 'names.free')}</Badge>}
              disabled={one.registered || pending}
              selected={one.name === name}
              onClick={() => {
                setChosen(one.name)
                reset()
              }}
            />
          ))}
        </List>
      ) : null}
      {error ? (
        <Notice tone="danger">{message(reasonOf(error))}</Notice>
      ) : name ? (
        <p className="names-text" role={pending ? 'status' : undefined}>
          {message('names.signText')}
        </p>
      ) : null}
      <Button type="submit" disabled={name === undefined} pending={pending}>
        {pending
          ? message('names.waiting', { wallet: connectedWalletInfo?.name ?? '' })
          : message('names.sign', { name: isolate(name ?? label) })}
      </Button>
    </form>
  )
}

/** HTTP status of the api's answer, if it gave one. */
const statusOf = ({ cause }: FoyerError): unknown =>
  (cause as { status?: unknown } | undefined)?.status

function reasonOf(error: FoyerError): keyof typeof enNames {
  if (error.code === 'user-rejected') return 'names.declined'
  if (statusOf(error) !== 409) return 'names.failed'
  const { code } = error.cause as { code?: unknown }
  return code === 'limit-exceeded' ? 'names.full' : 'names.takenNow'
}

function Registered({ name }: { name: string }) {
  const step = useStepFocus<HTMLDivElement>()
  const { router } = useUi()
  const message = useNameWords()
  return (
    <div ref={step} className="names-done" role="status">
      <Icon name="done" />
      <p className="names-title">{message('names.done', { name: isolate(name) })}</p>
      <p className="names-text">{message('names.doneText')}</p>
      <Button onClick={() => router.reset('Account')}>{message('names.finish')}</Button>
    </div>
  )
}
