import { createWords } from '../../i18n/createWords.tsx'
import { enLogins } from '../../i18n/enLogins.ts'

export const { Words: LoginsWords, useWords: useLoginsWords } = createWords(enLogins, {
  es: () => import('../../i18n/esLogins.ts').then((m) => m.esLogins),
  ar: () => import('../../i18n/arLogins.ts').then((m) => m.arLogins),
})
