import { createWords } from '../../i18n/createWords.tsx'
import { enNames } from '../../i18n/enNames.ts'

export const { Words: NameWords, useWords: useNameWords } = createWords(enNames, {
  es: () => import('../../i18n/esNames.ts').then((m) => m.esNames),
  ar: () => import('../../i18n/arNames.ts').then((m) => m.arNames),
})
