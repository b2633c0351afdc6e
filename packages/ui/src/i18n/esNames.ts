import type { enNames } from './enNames.ts'
import type { WordsOf } from './wordsOf.ts'

/** Spanish texts of account names. */
export const esNames: WordsOf<typeof enNames> = {
  'names.field': 'Tu nombre',
  'names.hint': 'Letras, cifras y guiones, al menos 4. Todos pueden verlo.',
  'names.invalid': 'Usa al menos 4 letras, cifras o guiones.',
  'names.free': 'Libre',
  'names.taken': 'Ocupado',
  'names.list': 'Nombres parecidos',
  'names.searchFailed': 'No se pudieron leer los nombres.',
  'names.none': 'Este sitio no da nombres.',
  'names.sign': 'Registrar {name}',
  'names.signText': 'Tu monedero te pide firmar un mensaje. No cuesta nada.',
  'names.waiting': 'Firma en {wallet}',
  'names.takenNow': 'Alguien acaba de registrar este nombre. Elige otro.',
  'names.full': 'Esta cuenta ya tiene todos los nombres que puede tener.',
  'names.declined': 'Has rechazado la firma.',
  'names.failed': 'No se pudo registrar el nombre.',
  'names.done': 'Eres {name}',
  'names.doneText': 'Otros pueden enviar a tu cuenta con este nombre.',
  'names.finish': 'Listo',
}
