import { createWords } from '../../i18n/createWords.tsx'
import { enBuy } from '../../i18n/enBuy.ts'

export const { Words: BuyWords, useWords: useBuyWords } = createWords(enBuy, {
  es: () => import('../../i18n/esBuy.ts').then((m) => m.esBuy),
  ar: () => import('../../i18n/arBuy.ts').then((m) => m.arBuy),
})
