import { createWords } from '../../i18n/createWords.tsx'
import { enAccountType } from '../../i18n/enAccountType.ts'

export const { Words: AccountTypeWords, useWords: useAccountTypeWords } = createWords(
  enAccountType,
  {
    es: () => import('../../i18n/esAccountType.ts').then((m) => m.esAccountType),
    ar: () => import('../../i18n/arAccountType.ts').then((m) => m.arAccountType),
  },
)
