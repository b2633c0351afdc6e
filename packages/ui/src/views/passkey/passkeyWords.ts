import { createWords } from '../../i18n/createWords.tsx'
import { enPasskey } from '../../i18n/enPasskey.ts'

export const { Words: PasskeyWords, useWords: usePasskeyWords } = createWords(enPasskey, {
  es: () => import('../../i18n/esPasskey.ts').then((m) => m.esPasskey),
  ar: () => import('../../i18n/arPasskey.ts').then((m) => m.arPasskey),
})
