import { createWords } from '../../i18n/createWords.tsx'
import { enActivity } from '../../i18n/enActivity.ts'

export const { Words: ActivityWords, useWords: useActivityWords } = createWords(enActivity, {
  es: () => import('../../i18n/esActivity.ts').then((m) => m.esActivity),
  ar: () => import('../../i18n/arActivity.ts').then((m) => m.arActivity),
})
