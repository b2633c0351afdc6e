import { createWords } from '../../i18n/createWords.tsx'
import { enCalls } from '../../i18n/enCalls.ts'

export const { Words: CallsWords, useWords: useCallsWords } = createWords(enCalls, {
  es: () => import('../../i18n/esCalls.ts').then((m) => m.esCalls),
  ar: () => import('../../i18n/arCalls.ts').then((m) => m.arCalls),
})
