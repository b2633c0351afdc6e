import {
  createPaymentRequest,
  type PaymentRequest,
  parseAmount,
  readAccount,
  readNetwork,
  writePaymentLink,
  writePaymentUri,
} from '@foyer/core'
import { useState } from 'react'
import { useFoyerRead, useLanguage, useUi } from '../../context.ts'
import { quoteName } from '../../format/quoteName.ts'
import { Button } from '../../primitives/Button.tsx'
import { Field } from '../../primitives/Field.tsx'
import { Notice } from '../../primitives/Notice.tsx'
import { useMutation } from '../../useMutation.ts'
import { useStepFocus } from '../../useStepFocus.ts'
import { useStyles } from '../../useStyles.ts'
import css from './PayView.css?inline'
import { PayWords, usePayWords } from './payWords.ts'
import { type OwnRequest, ShareRequest } from './ShareRequest.tsx'

const minuteMs = 60_000
/** Times to pay, ms. */
const validTimes = [15 * minuteMs, 60 * minuteMs, 24 * 60 * minuteMs]
/** As the schema of a request. */
const noteLength = 140

/** Makes a payment request for the connected account. */
export function RequestPayment() {
  return (
    <PayWords>
      <RequestPlace />
    </PayWords>
  )
}

function RequestPlace() {
  useStyles(css)
  const [own, setOwn] = useState<OwnRequest>()
  return own ? (
    <ShareRequest own={own} onAnother={() => setOwn(undefined)} />
  ) : (
    <RequestForm onMade={setOwn} />
  )
}

function RequestForm({ onMade }: { onMade: (own: OwnRequest) => void }) {
  const step = useStepFocus<HTMLFormElement>()
  const { foyer } = useUi()
  const { locale } = useLanguage()
  const say = usePayWords()
  const { chainId, tokenBalance = [] } = useFoyerRead(readAccount)
  const network = useFoyerRead(readNetwork)
  const [chosen, setChosen] = useState('')
  const [text, setText] = useState('')
  const [note, setNote] = useState('')
  const [validMs, setValidMs] = useState(validTimes[0])
  const held = tokenBalance.filter(
    (one) => one.chainId === chainId && one.address !== undefined && one.quantity.decimals !== '0',
  )
  const listed = held.find(({ address }) => address === chosen)
  const coin = network?.nativeCurrency
  const symbol = listed?.symbol ?? coin?.symbol ?? ''
  const decimals = listed ? Number(listed.quantity.decimals) : (coin?.decimals ?? 0)
  const parsed = parseAmount(text, decimals)
  const amount = 'amount' in parsed && parsed.amount > 0n ? parsed.amount : undefined
  const problem = 'problem' in parsed ? parsed.problem : undefined
  const make = useMutation(async () => {
    if (amount === undefined) return
    const request: PaymentRequest = await createPaymentRequest(foyer, {
      amount,
      note: note.trim(),
      token: listed?.address,
      validMs,
    })
    const { isTied, uri } = await writePaymentUri(foyer, request)
    const link = writePaymentLink(request, location.href)
    onMade({ request, link, code: isTied ? uri : link, isForWallets: isTied, decimals, symbol })
  })
  const time = (ms: number) => {
    const hours = ms / (60 * minuteMs)
    const [value, unit] = hours < 1 ? [ms / minuteMs, 'minute'] : [hours, 'hour']
    return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
  }
  return (
    <form
      ref={step}
      className="pay"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (amount !== undefined) make.mutate()
      }}
    >
      <Field
        label={say('pay.requestAmount')}
        inputMode="decimal"
        dir="ltr"
        maxLength={100}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={
          problem === 'invalid'
            ? say('pay.amountInvalid')
            : problem === 'too-precise'
              ? say('pay.tooPrecise', { symbol: quoteName(symbol), count: decimals })
              : undefined
        }
        trailing={
          <select
            className="pay-select"
            aria-label={say('pay.token')}
            value={listed ? chosen : ''}
            onChange={(event) => setChosen(event.target.value)}
          >
            <option value="">{coin?.symbol}</option>
            {held.map(({ address, symbol }) => (
              <option key={address} value={address}>
                {symbol}
              </option>
            ))}
          </select>
        }
      />
      <Field
        label={say('pay.note')}
        placeholder={say('pay.noteHint')}
        maxLength={noteLength}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <label className="pay-valid">
        <span>{say('pay.valid')}</span>
        <select
          className="pay-select"
          value={validMs}
          onChange={(event) => setValidMs(Number(event.target.value))}
        >
          {validTimes.map((ms) => (
            <option key={ms} value={ms}>
              {time(ms)}
            </option>
          ))}
        </select>
      </label>
      {make.error ? <Notice tone="danger">{say('pay.createFailed')}</Notice> : null}
      <Button type="submit" pending={make.status === 'pending'} disabled={amount === undefined}>
        {say('pay.create')}
      </Button>
    </form>
  )
}
