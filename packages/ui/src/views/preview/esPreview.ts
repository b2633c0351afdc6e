import { esDescription } from '../../description/esDescription.ts'
import type { PreviewWords } from './previewWords.ts'

/** Spanish. */
export const esPreview: PreviewWords = {
  description: esDescription,
  screen: {
    checking: 'Comprobando qué hace…',
    next: '{wallet} te pedirá que confirmes.',
    more: 'Después hay {count} más.',
    proceed: 'Continuar',
    hold: 'Mantén pulsado',
    release: 'Suelta',
    again: 'Pulsa otra vez',
    holdHow:
      'Mantén pulsado un segundo con el puntero, Intro o Espacio. Si no puedes, pulsa, espera un segundo y pulsa otra vez.',
    cancel: 'Cancelar',
    drainTitle: 'Parece un robo de fondos',
    failedTitle: 'No podemos saber qué hace',
    understand: 'Entiendo que puedo perder lo que se muestra aquí.',
    understandUnread: 'Entiendo que puedo perder todo lo que hay en esta cuenta.',
    fee: 'Comisión aproximada',
    contract: 'contrato',
    unused: 'nunca usada',
    typedUntried: 'Una firma no se puede probar antes. Quien la reciba puede usarla después.',
    signs: {
      'takes-several': 'Salen varias cosas de tu cuenta y no llega nada.',
      'takes-all-coins': 'Salen casi todas tus monedas y no llega nada.',
      'takes-more': 'Sale más de lo que dice la solicitud y no llega nada.',
      'lets-take': 'Permite que otra persona se lleve varios de tus tokens.',
      'signature-takes': 'Solo con esta firma, otra persona puede llevarse todo este token.',
      'order-for-nothing': 'Das algo sin recibir nada a cambio.',
      'takes-account': 'Otra persona pasa a controlar una cuenta tuya.',
    },
    failures: {
      'method-not-supported': 'Este tipo de firma no se puede leer. Puede hacer cualquier cosa.',
      'action-not-allowed': 'Permite que código ajeno actúe como tu cuenta.',
      unauthorized: 'Es para otra cuenta, no para la que conectaste.',
      'params-invalid': 'La solicitud está mal formada o es para otra red.',
      'bundle-too-large': 'Contiene más acciones de las que se pueden mostrar.',
      other: 'No se pudo comprobar. Inténtalo de nuevo o pregunta al sitio qué hace.',
    },
  },
}
