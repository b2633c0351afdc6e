import {
  networkImageUrl,
  type Payment,
  type PaymentFacts,
  type PaymentProblem,
  type PaymentState,
  readAccount,
} from '@foyer/core'
import { formatUnits, namespaceOf } from '@foyer/protocol'
import { useEffect, useState } from 'react'
import { useFoyerRead, useLanguage, useUi } from '../../context.ts'
import { formatAmount } from '../../format/formatAmount.ts'
import { formatExact } from '../../format/formatExact.ts'
import { quoteName } from '../../format/quoteName.ts'
import { Button } from '../../primitives/Button.tsx'
import { Checkbox } from '../../primitives/Checkbox.tsx'
import { Logo } from '../../primitives/Logo.tsx'
import { NetworkBadge } from '../../primitives/NetworkBadge.tsx'
import { Notice } from '../../primitives/Notice.tsx'
import { useSecondsUntil } from '../../primitives/useSecondsUntil.ts'
import { connectPayer } from './connectPayer.ts'
import { PayWarnings } from './PayWarnings.tsx'
import type { PayData } from './payData.ts'
import { usePayWords } from './payWords.ts'

/** Problems that the button solves instead. */
const solvable: readonly (PaymentProblem | undefined)[] = [
  undefined,
  'not-connected',
  'wrong-network',
]

/** The terms of a request, which can not be changed, and the one thing to do next. */
export function PayTerms({
  data,
  facts,
  payment,
  state,
}: {
  data: PayData
  facts: PaymentFacts
  payment: Payment
  state: PaymentState
}) {
  const ui = useUi()
  const { locale } = useLanguage()
  const say = usePayWords()
  const { connectedWalletInfo, tokenBalance = [] } = useFoyerRead(readAccount)
  const [isUnderstood, setUnderstood] = useState(false)
  const [wasPressed, setPressed] = useState(false)
  const [isSwitching, setSwitching] = useState(false)
  const { request } = data
  const secondsLeft = useSecondsUntil(request.expiresAt)
  const { balance = 0n, details, fee, network, problem, token, warnings } = facts
  const isOver = secondsLeft === 0
  useEffect(() => {
    if (isOver) void payment.refresh()
  }, [isOver, payment])
  const amount = formatExact(request.amount, token?.decimals ?? 0, locale)
  const symbol = quoteName(token?.symbol)
  const units = (value: bigint, decimals: number) =>
    formatAmount(formatUnits(value, decimals), locale)
  const coin = network?.nativeCurrency
  const networkImage = network && networkImageUrl(ui.foyer, network)
  const listed = tokenBalance.find(({ address }) => address === token?.address)
  const isRisky = warnings.some(({ kind }) => kind === 'look-alike' || kind === 'token')
  const isBlocked = isRisky && !isUnderstood
  const values = {
    balance: units(balance, token?.decimals ?? 0),
    coin: coin?.symbol ?? '',
    network: network?.name ?? '',
    symbol,
  }
  const press = async () => {
    setPressed(true)
    if (problem === 'not-connected' && network)
      connectPayer(ui, { data, namespace: namespaceOf(network.caipNetworkId) })
    else if (problem === 'wrong-network') {
      setSwitching(true)
      await payment.switchNetwork()
      setSwitching(false)
    } else if (!isBlocked) await payment.pay()
  }
  const error = state.stage.status === 'error' ? state.stage.error : undefined
  return (
    <div className="pay">
      {token ? (
        <div className="pay-headline">
          <Logo
            name={token.symbol}
            src={listed?.iconUrl ?? (token.address === undefined ? networkImage : undefined)}
            round
            badge={network && <NetworkBadge name={network.name} src={networkImage} />}
          />
          <p className="pay-label">{say('pay.amount')}</p>
          <p className="pay-amount" data-long={amount.length > 14}>
            <bdi dir="ltr">
              {amount} {symbol}
            </bdi>
          </p>
        </div>
      ) : null}
      <div className="pay-facts">
        <div className="pay-whole">
          <span>{say('pay.to')}</span>
          <bdi dir="ltr" className="pay-address">
            {request.to}
          </bdi>
        </div>
        {request.note === undefined ? null : (
          <div className="pay-whole">
            <span>{say('pay.note')}</span>
            <bdi dir="auto">{request.note}</bdi>
          </div>
        )}
        {network ? (
          <div className="pay-fact">
            <span>{say('pay.network')}</span>
            <span>{network.name}</span>
          </div>
        ) : null}
        {fee === undefined || !coin ? null : (
          <div className="pay-fact">
            <span>{say('pay.fee')}</span>
            <bdi dir="ltr">
              ~{units(fee, coin.decimals)} {coin.symbol}
            </bdi>
          </div>
        )}
        {isOver ? null : (
          <div className="pay-fact">
            <span>{say('pay.expires')}</span>
            <bdi dir="ltr" role="timer">
              {clockOf(secondsLeft)}
            </bdi>
          </div>
        )}
      </div>
      {state.wasAsked ? <Notice tone="warning">{say('pay.asked')}</Notice> : null}
      <PayWarnings warnings={warnings} />
      {isRisky ? (
        <Checkbox
          checked={isUnderstood}
          onChange={setUnderstood}
          error={wasPressed && isBlocked ? say('pay.understoodFirst') : undefined}
        >
          {say('pay.understood')}
        </Checkbox>
      ) : null}
      {error ? (
        <Notice tone="danger">
          {error.code === 'user-rejected'
            ? say('pay.rejected')
            : state.wasAsked
              ? say('pay.unclear', { wallet: connectedWalletInfo?.name ?? '' })
              : say('pay.error')}
          {sentenceOf(error.code === 'user-rejected' ? undefined : error.details)}
        </Notice>
      ) : null}
      {problem === undefined ? null : (
        <Notice tone={solvable.includes(problem) ? 'info' : 'danger'}>
          {say(`pay.${problem}`, values)}
          {sentenceOf(details)}
        </Notice>
      )}
      {solvable.includes(problem) ? (
        <Button pending={isSwitching} onClick={() => void press()}>
          {problem === 'not-connected'
            ? say('pay.connect')
            : problem === 'wrong-network'
              ? say('pay.switch', values)
              : say('pay.pay', { amount, symbol })}
        </Button>
      ) : null}
    </div>
  )
}

/** @returns `14:05`, with hours from an hour on. */
function clockOf(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`
}

/** The explanation of a chain, if it is a sentence: it is English. */
function sentenceOf(details: string | undefined): string {
  return details !== undefined && /\s.*\.$/s.test(details) ? ` ${details}` : ''
}
