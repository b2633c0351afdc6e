import type { enPermissions } from './enPermissions.ts'
import type { WordsOf } from './wordsOf.ts'

/** Spanish texts about the permissions that the user granted to this site. */
export const esPermissions: WordsOf<typeof enPermissions> = {
  'permissions.title': 'Actúa por ti en este sitio',
  'permissions.periodic': '{agent}: como máximo {amount} cada {time}',
  'permissions.stream': '{agent}: como máximo {amount} en total',
  'permissions.other': '{agent}: dentro de los límites que fijaste',
  'permissions.until': 'Hasta el {date}',
  'permissions.stop': 'Detener',
  'permissions.stopLabel': 'Detener {agent}',
  'permissions.stopped': 'Detenido. Es definitivo cuando la red lo confirme.',
}
