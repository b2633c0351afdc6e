import type { enAccountType } from './enAccountType.ts'
import type { WordsOf } from './wordsOf.ts'

/** Spanish texts about the types of an account. */
export const esAccountType: WordsOf<typeof enAccountType> = {
  'accountType.ready':
    'La primera vez que hagas varias cosas a la vez, tu cuenta se actualizará en {network}. Su dirección no cambia.',
  'accountType.upgraded':
    'Actualizada en {network}: varias cosas se confirman una sola vez y se hacen todas o ninguna.',
  'accountType.plain': 'Cada cosa que haces es una transacción aparte.',
  'accountType.absent': 'En {network} no hay cuentas inteligentes.',
  'accountType.undo': 'Deshacer la actualización en {network}',
  'accountType.undone': 'Tu cuenta en {network} volverá a ser normal cuando la red lo confirme.',
}
