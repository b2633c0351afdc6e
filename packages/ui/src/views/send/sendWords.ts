import { createWords } from '../../i18n/createWords.tsx'
import { enSend } from '../../i18n/enSend.ts'

export const { Words: SendWords, useWords: useSendWords } = createWords(enSend, {
  es: () => import('../../i18n/esSend.ts').then((m) => m.esSend),
  ar: () => import('../../i18n/arSend.ts').then((m) => m.arSend),
})
