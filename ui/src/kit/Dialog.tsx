// A dialog over the page, for choices that end something. Focus goes in, stays in, and returns to the opener.
import type { ReactNode } from "react";
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { IconButton } from "./Button";
import "./Dialog.css";

export interface DialogProps {
  title: ReactNode;
  /** Name for a screen reader, where the title is more than words. */
  label?: string;
  open: boolean;
  onClose: () => void;
  closeLabel: string;
  /** `page` fills most of the window, for work; `plain` is as large as its words. */
  size?: "plain" | "page";
  footer?: ReactNode;
  /** `alertdialog` for deleting for good. */
  grave?: boolean;
  children: ReactNode;
}

export function Dialog({ title, label, open, onClose, closeLabel, size = "plain", footer, grave = false, children }: DialogProps) {
  return (
    <ModalOverlay className="dialog-scrim" isOpen={open} onOpenChange={(next) => !next && onClose()} isDismissable={!grave && size === "plain"}>
      <Modal className={`dialog dialog-${size}`}>
        <AriaDialog className="dialog-body" role={grave ? "alertdialog" : "dialog"} {...(label === undefined ? {} : { "aria-label": label })}>
          <header className="dialog-head">
            <Heading slot="title" className="dialog-title">{title}</Heading>
            <IconButton icon="close" label={closeLabel} cap="Esc" onPress={onClose} />
          </header>
          <div className="dialog-content">{children}</div>
          {footer === undefined ? null : <footer className="dialog-foot">{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
