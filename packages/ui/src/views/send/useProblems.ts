import { readAccount, type SendFormState } from '@foyer/core'
import type { ErrorCode } from '@foyer/protocol'
import { useLanguage, useUi } from '../../context.ts'
import { formatAmount } from '../../format/formatAmount.ts'
import { quoteName } from '../../format/quoteName.ts'
import type { enSend } from '../../i18n/enSend.ts'
import { useActiveNetwork } from '../networks/useActiveNetwork.ts'
import { useSendWords } from './sendWords.ts'

/** The reasons why a form can not be sent, as texts. */
export type Problems = {
  readonly amount: string | undefined
  readonly receiver: string | undefined
  /** The first of all, also of what is missing. */
  readonly all: string | undefined
}

/** Texts of the problems of a form. @source spec 5.9, 5.10, 5.11, 8.10, 8.12 */
export function useProblems(state: SendFormState): Problems {
  const { foyer } = useUi()
  const { locale } = useLanguage()
  const message = useSendWords()
  const network = useActiveNetwork()
  const { amountProblem, estimate, estimateProblem, receiverProblem, token } = state
  const symbol = quoteName(token?.symbol)
  const coin = network?.nativeCurrency.symbol ?? ''
  const amountTexts = {
    invalid: () => message('send.amountInvalid'),
    'too-precise': () =>
      message('send.tooPrecise', { symbol, count: token?.quantity.decimals ?? '' }),
    'too-much': () =>
      message('send.tooMuch', {
        symbol,
        amount: formatAmount(token?.quantity.numeric ?? '', locale),
      }),
  }
  const amount = amountProblem && amountTexts[amountProblem]()
  const receiver =
    receiverProblem &&
    message(receiverKeys[receiverProblem.code] ?? 'send.nameFailed', {
      network: network?.name ?? '',
    })
  const hasAmount = (state.sendTokenAmount ?? 0n) > 0n
  const missing =
    readAccount(foyer).status === 'connected' && !token
      ? message('send.tokenRequired')
      : !hasAmount || state.receiverText.trim() === ''
        ? message('send.amountAndReceiver')
        : undefined
  const refused =
    estimateProblem && hasAmount && state.receiverAddress
      ? `${message('send.refused')} ${sentenceOf(estimateProblem.details)}`.trim()
      : undefined
  const lacksFee = estimate?.lacksFee ? message('send.lacksFee', { symbol: coin }) : undefined
  return { amount, receiver, all: amount ?? receiver ?? missing ?? refused ?? lacksFee }
}

const receiverKeys: Partial<Record<ErrorCode, keyof typeof enSend>> = {
  'address-invalid': 'send.invalidAddress',
  'chain-unsupported': 'send.otherNetwork',
}

/** The explanation of a chain, if it is a sentence: it is English. */
function sentenceOf(details: string | undefined): string {
  return details !== undefined && /\s.*\.$/s.test(details) ? details : ''
}
