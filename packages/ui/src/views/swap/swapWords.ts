import { createWords } from '../../i18n/createWords.tsx'
import { enSwap } from '../../i18n/enSwap.ts'

export const { Words: SwapWords, useWords: useSwapWords } = createWords(enSwap, {
  es: () => import('../../i18n/esSwap.ts').then((m) => m.esSwap),
  ar: () => import('../../i18n/arSwap.ts').then((m) => m.arSwap),
})
