import { Trans } from "@lingui/react/macro";
import type { BlockViewProps } from "../block-kind.ts";
import type { ScormBlock } from "./scorm.ts";

/** A package part, played by its own run-time (features/scorm), which the viewer provides. */
export const View = ({ block, learner }: BlockViewProps<ScormBlock>) => learner.playPackage(block.id);

export const RuleWords = () => <Trans>Completes when the package reports it.</Trans>;

export const RuleLeft = () => <Trans>Complete this part first</Trans>;
