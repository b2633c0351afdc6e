import { readAccount } from '@foyer/core'
import { isUnclear } from '@foyer/core/internal'
import type { ErrorCode } from '@foyer/protocol'
import { type FormEvent, useState } from 'react'
import { useFoyerRead, useMessage, useSlice, useUi } from '../../context.ts'
import type { enNfts } from '../../i18n/enNfts.ts'
import { Button, LinkButton } from '../../primitives/Button.tsx'
import { Checkbox } from '../../primitives/Checkbox.tsx'
import { Field } from '../../primitives/Field.tsx'
import { Icon } from '../../primitives/Icon.tsx'
import { Notice } from '../../primitives/Notice.tsx'
import { useStepFocus } from '../../useStepFocus.ts'
import { useStyles } from '../../useStyles.ts'
import type { SendNftData } from '../../view.ts'
import { ReceiverWarnings } from '../send/ReceiverWarnings.tsx'
import { SendWords, useSendWords } from '../send/sendWords.ts'
import { createSendFlow, type SendFlow, type SendState } from './createSendFlow.ts'
import { NftImage } from './NftImage.tsx'
import { useNftNetwork } from './NftView.tsx'
import { nftName } from './nftName.ts'
import { NftWords, useNftWords } from './nftWords.ts'
import css from './SendNftView.css?inline'

type Props = { flow: SendFlow; nft: SendNftData['nft']; state: SendState }
const selectAll = (state: SendState) => state

/** Sends an NFT: the receiver, a check, the wallet, the outcome. */
export function SendNftView({ data }: { data: SendNftData }) {
  return (
    <NftWords>
      <SendWords>
        <SendNft {...data} />
      </SendWords>
    </NftWords>
  )
}

function SendNft({ flow: given, nft }: SendNftData) {
  useStyles(css)
  const { foyer } = useUi()
  const [flow] = useState(() => given ?? createSendFlow(foyer, nft))
  const state = useSlice(flow.store, selectAll)
  const props = { flow, nft, state }
  return (
    <div className="send-nft">
      <div className="send-nft-thing" data-large={state.step !== 'form'}>
        <NftImage nft={nft} eager />
        <div className="send-nft-words">
          <p className="send-nft-name" dir="auto">
            {nftName(nft)}
          </p>
          {nft.collection === null || nft.name === null ? null : (
            <p className="send-nft-quiet" dir="auto">
              {nft.collection}
            </p>
          )}
        </div>
      </div>
      {state.step === 'form' ? (
        <ReceiverForm {...props} />
      ) : state.step === 'sent' ? (
        <Sent {...props} />
      ) : (
        <Review {...props} />
      )}
    </div>
  )
}

function ReceiverForm({ flow, nft, state: { amount, isChecking, to, wrong } }: Props) {
  const say = useNftWords()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void flow.review()
  }
  const problems = { to: 'nfts.toInvalid', name: 'nfts.nameFailed', own: 'nfts.own' } as const
  return (
    <form className="send-nft-form" noValidate onSubmit={submit}>
      <Field
        label={say('nfts.to')}
        placeholder={say('nfts.toHint')}
        dir="ltr"
        error={wrong && wrong !== 'amount' ? say(problems[wrong]) : undefined}
        value={to}
        maxLength={256}
        onChange={({ currentTarget }) => flow.enter({ to: currentTarget.value })}
      />
      {nft.quantity === '1' ? null : (
        <Field
          label={say('nfts.amount')}
          inputMode="numeric"
          error={
            wrong === 'amount' ? say('nfts.amountInvalid', { count: nft.quantity }) : undefined
          }
          value={amount}
          maxLength={78}
          onChange={({ currentTarget }) => flow.enter({ amount: currentTarget.value })}
        />
      )}
      <Button type="submit" pending={isChecking}>
        {say('nfts.review')}
      </Button>
    </form>
  )
}

function Review({ flow, nft, state: { amount, error, receiver, step, warnings } }: Props) {
  const place = useStepFocus<HTMLDListElement>()
  const message = useMessage()
  const say = useNftWords()
  const saySend = useSendWords()
  const network = useNftNetwork(nft)
  const [isUnderstood, setUnderstood] = useState(false)
  const [wasPressed, setPressed] = useState(false)
  const isRisky = warnings.some(({ kind }) => kind !== 'first-time')
  const isBlocked = isRisky && !isUnderstood
  const namespace = useFoyerRead((foyer) => readAccount(foyer).namespace)
  const { chainId, connectedWalletInfo } = useFoyerRead((foyer) => readAccount(foyer, namespace))
  const wallet = connectedWalletInfo?.name ?? ''
  const isWaiting = step === 'waiting'
  const isElsewhere = chainId !== nft.chainId
  const values = { network: network?.name ?? nft.chainId }
  return (
    <>
      <dl ref={place} className="send-nft-facts">
        <div>
          <dt>{say('nfts.to')}</dt>
          <dd>
            {receiver?.name === undefined ? null : (
              <strong dir="auto">
                {receiver.name}
                <br />
              </strong>
            )}
            <bdi dir="ltr">{receiver?.address}</bdi>
          </dd>
        </div>
        {nft.quantity === '1' ? null : (
          <div>
            <dt>{say('nfts.amount')}</dt>
            <dd>{amount}</dd>
          </div>
        )}
        <div>
          <dt>{say('nfts.network')}</dt>
          <dd>{values.network}</dd>
        </div>
      </dl>
      <ReceiverWarnings symbol={nftName(nft)} warnings={warnings} />
      {isRisky ? (
        <Checkbox
          checked={isUnderstood}
          onChange={setUnderstood}
          error={wasPressed && isBlocked ? saySend('send.understoodFirst') : undefined}
        >
          {saySend('send.understood')}
        </Checkbox>
      ) : null}
      {error ? (
        <Notice tone="danger">
          {isUnclear(error)
            ? saySend('send.unclear', { wallet })
            : say(reasons[error.code] ?? 'nfts.failed')}
        </Notice>
      ) : (
        <p className="send-nft-quiet" role={isWaiting || isElsewhere ? 'status' : undefined}>
          {isElsewhere
            ? say('nfts.elsewhere', values)
            : isWaiting
              ? say('nfts.waitingText', { wallet })
              : say('nfts.final')}
        </p>
      )}
      <div className="send-nft-actions">
        <Button
          pending={isWaiting}
          disabled={isElsewhere}
          onClick={() => {
            setPressed(true)
            if (!isBlocked) void flow.send()
          }}
        >
          {say(isWaiting ? 'nfts.waiting' : 'nfts.send')}
        </Button>
        <Button variant="quiet" disabled={isWaiting} onClick={flow.edit}>
          {message('modal.back')}
        </Button>
      </div>
    </>
  )
}

const reasons: Partial<Record<ErrorCode, keyof typeof enNfts>> = {
  'user-rejected': 'nfts.declined',
  'transaction-rejected': 'nfts.refused',
  'address-invalid': 'nfts.toInvalid',
}

function Sent({ nft, state: { hash = '', outcome } }: Props) {
  const place = useStepFocus<HTMLDivElement>()
  const { router } = useUi()
  const message = useMessage()
  const say = useNftWords()
  const network = useNftNetwork(nft)
  const explorer = network?.blockExplorers?.default.url.replace(
    /\/*(\?.*)?$/,
    (_, query = '') => `/tx/${encodeURIComponent(hash)}${query}`,
  )
  const text = outcome ? outcomes[outcome] : 'nfts.sentText'
  return (
    <>
      <div ref={place} className="send-nft-sent" role="status" data-outcome={outcome}>
        <Icon name={outcome === 'reverted' ? 'alert' : 'done'} />
        <p className="send-nft-name">
          {outcome === 'reverted' ? message('activity.failed') : say('nfts.sent')}
        </p>
        <p className="send-nft-quiet">{say(text, { name: nftName(nft) })}</p>
      </div>
      <div className="send-nft-actions">
        <Button onClick={() => router.reset('Account')}>{say('nfts.done')}</Button>
        {explorer ? (
          <LinkButton variant="quiet" href={explorer}>
            {message('account.explorer')}
          </LinkButton>
        ) : null}
      </div>
    </>
  )
}

const outcomes = { success: 'nfts.arrivedText', reverted: 'nfts.revertedText' } as const
