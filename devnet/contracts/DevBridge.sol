// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

/// Takes coins or tokens that are to arrive on another chain, and reports them as LI.FI's contract does. The devnet's
/// bridge reads the reports, and pays on the other chain.
contract DevBridge {
    struct BridgeData {
        bytes32 transactionId;
        string bridge;
        string integrator;
        address referrer;
        address sendingAssetId;
        address receiver;
        uint256 minAmount;
        uint256 destinationChainId;
        bool hasSourceSwaps;
        bool hasDestinationCall;
    }

    event LiFiTransferStarted(BridgeData bridgeData);

    /// @param data `sendingAssetId` is 0 for coins; `minAmount` is what is taken
    function start(BridgeData calldata data) external payable {
        if (data.sendingAssetId == address(0)) {
            require(msg.value == data.minAmount, "another amount was sent");
        } else {
            require(msg.value == 0, "coins were sent");
            IERC20(data.sendingAssetId).transferFrom(msg.sender, address(this), data.minAmount);
        }
        emit LiFiTransferStarted(data);
    }
}
