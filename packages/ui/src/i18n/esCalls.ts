import type { enCalls } from './enCalls.ts'
import type { WordsOf } from './wordsOf.ts'

/** Spanish texts of the status of calls. */
export const esCalls: WordsOf<typeof enCalls> = {
  'calls.pending': 'Esperando a la red',
  'calls.pendingText': 'Tu billetera lo envió. Estará hecho cuando esté en un bloque.',
  'calls.success': 'Hecho',
  'calls.successText': 'Se hizo todo.',
  'calls.partial': 'Solo se hizo una parte',
  'calls.partialText': 'Una parte se hizo y el resto no.',
  'calls.failure': 'Falló',
  'calls.failureText': 'No se hizo nada. Puede que solo se haya pagado una comisión.',
  'calls.unknown': 'No se pudo leer el estado',
  'calls.unknownText': 'Tu billetera o la red no respondió, o no conoce esto.',
  'calls.retry': 'Reintentar',
  'calls.transaction': 'Transacción {number}',
  'calls.reverted': 'Falló',
  'calls.explorer': 'Ver en el explorador',
  'calls.copy': 'Copiar transacción',
  'calls.copied': 'Copiado',
  'calls.hide': 'Ocultar',
}
