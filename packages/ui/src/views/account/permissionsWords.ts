import { createWords } from '../../i18n/createWords.tsx'
import { enPermissions } from '../../i18n/enPermissions.ts'

export const { Words: PermissionsWords, useWords: usePermissionsWords } = createWords(
  enPermissions,
  {
    es: () => import('../../i18n/esPermissions.ts').then((m) => m.esPermissions),
    ar: () => import('../../i18n/arPermissions.ts').then((m) => m.arPermissions),
  },
)
