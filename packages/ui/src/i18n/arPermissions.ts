import type { enPermissions } from './enPermissions.ts'
import type { WordsOf } from './wordsOf.ts'

/** Arabic texts about the permissions that the user granted to this site. Addresses and amounts are isolated. */
export const arPermissions: WordsOf<typeof enPermissions> = {
  'permissions.title': 'يتصرف عنك في هذا الموقع',
  'permissions.periodic': '\u2068{agent}\u2069: \u2068{amount}\u2069 على الأكثر كل {time}',
  'permissions.stream': '\u2068{agent}\u2069: \u2068{amount}\u2069 إجمالًا على الأكثر',
  'permissions.other': '\u2068{agent}\u2069: ضمن الحدود التي وضعتها',
  'permissions.until': 'حتى {date}',
  'permissions.stop': 'إيقاف',
  'permissions.stopLabel': 'إيقاف \u2068{agent}\u2069',
  'permissions.stopped': 'أُوقف. يصبح نهائيًا عندما تؤكده الشبكة.',
}
