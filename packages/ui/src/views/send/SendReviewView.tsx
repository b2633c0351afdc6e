import type { SendFormState } from '@foyer/core'
import { useEffect, useState } from 'react'
import { Avatar } from '../../avatar/Avatar.tsx'
import { useLanguage, useUi } from '../../context.ts'
import { formatExact } from '../../format/formatExact.ts'
import { quoteName } from '../../format/quoteName.ts'
import { Button } from '../../primitives/Button.tsx'
import { Checkbox } from '../../primitives/Checkbox.tsx'
import { useStyles } from '../../useStyles.ts'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import { FeeRow } from './FeeRow.tsx'
import { Outcome } from './Outcome.tsx'
import { ReceiverWarnings } from './ReceiverWarnings.tsx'
import { SendPlace, type SendProps } from './SendPlace.tsx'
import css from './SendView.css?inline'
import { useSendWords } from './sendWords.ts'
import { TokenLogo } from './TokenLogo.tsx'
import { useProblems } from './useProblems.ts'

/** The transfer as it will be sent; then what becomes of it. @source spec 1.9, 4.25 */
export function SendReviewView() {
  return <SendPlace View={Review} />
}

function Review({ form, state }: SendProps) {
  useStyles(css)
  const { router } = useUi()
  const { outcome, receiverAddress, sendTokenAmount, token } = state
  const isComplete = receiverAddress !== undefined && sendTokenAmount !== undefined && token
  useEffect(() => {
    // The account or the network has changed.
    if (!outcome && !isComplete) {
      if (router.canGoBack()) router.back()
      else router.replace('Send')
    }
  }, [outcome, isComplete, router])
  if (outcome) return <Outcome form={form} outcome={outcome} />
  return isComplete ? <Facts state={state} onSend={() => void form.send()} /> : null
}

function Facts({ onSend, state }: { state: SendFormState; onSend: () => void }) {
  const { router } = useUi()
  const { locale } = useLanguage()
  const message = useSendWords()
  const network = useActiveNetwork()
  const { all: problem } = useProblems(state)
  const [isUnderstood, setUnderstood] = useState(false)
  const [asked, setAsked] = useState(false)
  const { receiverAddress = '', receiverProfileImageUrl: picture, receiverProfileName } = state
  const { sendTokenAmount = 0n, token, warnings } = state
  if (!token) return null
  const exact = formatExact(sendTokenAmount, Number(token.quantity.decimals), locale)
  const isRisky = warnings.some(({ kind }) => kind !== 'first-time' && kind !== 'own')
  const isBlocked = isRisky && !isUnderstood
  return (
    <div className="send">
      <div className="send-headline">
        <TokenLogo token={token} />
        <p className="send-label">{message('send.sending')}</p>
        <p className="send-exact" data-long={exact.length > 14}>
          <bdi dir="ltr">
            {exact} {quoteName(token.symbol)}
          </bdi>
        </p>
      </div>
      <div className="send-facts">
        <div className="send-whole">
          <span>{message('send.to')}</span>
          {receiverProfileName === undefined && picture === undefined ? null : (
            <span className="send-person">
              {picture === undefined ? null : <Avatar address={receiverAddress} image={picture} />}
              <strong dir="auto">{receiverProfileName}</strong>
            </span>
          )}
          <bdi dir="ltr" className="send-address">
            {receiverAddress}
          </bdi>
        </div>
        <div className="send-fact">
          <span>{message('send.network')}</span>
          <span>{network?.name}</span>
        </div>
        <FeeRow state={state} />
      </div>
      <ReceiverWarnings symbol={token.symbol} warnings={warnings} />
      {isRisky ? (
        <Checkbox
          checked={isUnderstood}
          onChange={setUnderstood}
          error={asked && isBlocked ? message('send.understoodFirst') : undefined}
        >
          {message('send.understood')}
        </Checkbox>
      ) : null}
      {problem === undefined ? null : (
        <p className="send-problem" role="alert">
          {problem}
        </p>
      )}
      <div className="send-buttons">
        <Button variant="secondary" onClick={() => router.back()}>
          {message('send.edit')}
        </Button>
        <Button
          disabled={problem !== undefined}
          onClick={() => {
            setAsked(true)
            if (!isBlocked) onSend()
          }}
        >
          {message('send.confirm')}
        </Button>
      </div>
    </div>
  )
}
