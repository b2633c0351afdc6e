import { createWords } from '../../i18n/createWords.tsx'
import { enReceive } from '../../i18n/enReceive.ts'

export const { Words: ReceiveWords, useWords: useReceiveWords } = createWords(enReceive, {
  es: () => import('../../i18n/esReceive.ts').then((m) => m.esReceive),
  ar: () => import('../../i18n/arReceive.ts').then((m) => m.arReceive),
})
