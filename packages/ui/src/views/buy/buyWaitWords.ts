import { createWords } from '../../i18n/createWords.tsx'
import { enBuyWait } from '../../i18n/enBuyWait.ts'

export const { Words: BuyWaitWords, useWords: useBuyWaitWords } = createWords(enBuyWait, {
  es: () => import('../../i18n/esBuyWait.ts').then((m) => m.esBuyWait),
  ar: () => import('../../i18n/arBuyWait.ts').then((m) => m.arBuyWait),
})
