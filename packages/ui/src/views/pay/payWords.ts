import { createWords } from '../../i18n/createWords.tsx'
import { enPay } from '../../i18n/enPay.ts'

export const { Words: PayWords, useWords: usePayWords } = createWords(enPay, {
  es: () => import('../../i18n/esPay.ts').then((m) => m.esPay),
  ar: () => import('../../i18n/arPay.ts').then((m) => m.arPay),
})
